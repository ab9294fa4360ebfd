// The simulator in a worker: Python (Pyodide) and crab-gym, from this site's own files. Messages are
// {number, path, body} or {number, picture}, as `crab_gym.play.browser` answers them.

import { loadPyodide } from "./pyodide/pyodide.mjs";

function tell(progress) {
  postMessage({ progress });
}

async function load() {
  tell("Loading Python…");
  const archive = fetch("crab_gym.zip");
  const python = await loadPyodide({ indexURL: new URL("pyodide/", import.meta.url).href });
  tell("Loading the devices…");
  const response = await archive;
  if (!response.ok) throw new Error(`crab_gym.zip: ${response.status}`);
  python.unpackArchive(await response.arrayBuffer(), "zip", { extractDir: "/crab" });
  tell("Starting the devices…");
  return python.runPython(`
import sys
sys.path.insert(0, "/crab")
from crab_gym.play.browser import BrowserSession
BrowserSession()
`);
}

const loading = load();

addEventListener("message", async ({ data: { number, path, body, picture } }) => {
  try {
    const session = await loading;
    if (picture !== undefined) {
      const proxy = session.picture(picture);
      const bytes = proxy.toJs();
      proxy.destroy();
      postMessage({ number, reply: bytes.buffer }, [bytes.buffer]);
      return;
    }
    const reply = JSON.parse(session.request(path, JSON.stringify(body)));
    postMessage(reply.error && Object.keys(reply).length === 1 ? { number, error: reply.error } : { number, reply });
  } catch (error) {
    postMessage({ number, error: String(error.message || error).trim().split("\n").pop() });
  }
});
