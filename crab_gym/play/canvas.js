"use strict";

// The renderer of simulated screens: display lists, as `crab_sim.draw.wire` writes them, drawn on a canvas.
//
//     const assets = new Assets(read);            // once for a page
//     await draw(canvas, screen, assets);         // for each new screen; resolves once all of it is drawn
//
// `read(name)` returns a promise of the bytes (an ArrayBuffer) of what the screens refer to. Each is read once:
//
//     drawings.json              icons, logos and wallpapers: the text that `crab_sim.draw.wire.drawings_json()` returns
//     fonts/NAME.ttf, emoji.png  the files in the folder simulator/crab_sim/draw/fonts, by these names
//     pictures/DIGEST            a file that `Wire.picture(DIGEST)` returns, PNG or JPEG
//
// Where the page is served by `crab-gym play`, `read` fetches them from the server; where the simulator runs in a
// worker, the first two are static files of the site and the last is asked of the worker.
//
// `screen` is what `Wire.screen(operations, width, height)` returns, an object of JSON:
//
//     size: [width, height]
//     ops: [[kind, left, top, right, bottom, clip, ...parameters], ...]  // as in `crab_sim.draw.ops`; see there
//     glyphs: {"FONT SIZE": {ascent, height, widths: {character: width or [width, drawn]}}}
//
// Colours are "rrggbb". A clip is 0 where there is none. Widths are whole pixels, those by which the simulator has laid
// out the text: the page measures nothing. `drawn` says how a character is drawn that its font lacks: the name of
// another font, the place of an emoji on its sheet, null for an empty box, or "" for nothing.
