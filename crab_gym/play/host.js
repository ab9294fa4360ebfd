"use strict";

// Where the session runs: on the server of `crab-gym play`. The page on the website has another file of this name, which
// lets it run in a worker.
//
//     await host.start()          // returns the constant data: devices, apps, verbs
//     await host.request(path, body)  // asks the session; see `crab_gym.play.server`
//     await host.read(name)       // the bytes of what screens are drawn with; see canvas.js
//     host.tasks                  // the tasks to choose from, [{id, goal}]; empty if there is but one

const host = {
  tasks: [],

  start() {
    history.replaceState(null, "", "/"); // the token doesn't stay in the address
    return this.request("/api/setup");
  },

  async request(path, body) {
    const options = body === undefined ? {} : {
      method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body),
    };
    const response = await fetch(path, options);
    if (response.status === 403) throw new Error(await response.text());
    const reply = await response.json();
    if (!response.ok) throw new Error(reply.error);
    return reply;
  },

  async read(name) {
    const response = await fetch(`/assets/${name}`);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.arrayBuffer();
  },
};
