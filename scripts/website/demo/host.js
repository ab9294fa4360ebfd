"use strict";

// Where the session runs: in a worker of this page, with Python in it. `crab-gym play` has another file of this name; see
// there what a host is.

const host = {
  tasks: [],
  latest: { version: -1 },
  waiting: [], // for a newer state
  calls: new Map(), // number -> what is done with its reply
  worker: null,
  broken: "", // why the worker answers no more

  async start() {
    if (location.protocol === "file:") { // from which browsers start no worker
      throw new Error("This page has to be served: python -m http.server -d FOLDER --bind 127.0.0.1 (FOLDER is where it lies)");
    }
    this.worker = new Worker("worker.js", { type: "module" });
    this.worker.addEventListener("message", ({ data }) => this.hear(data));
    this.worker.addEventListener("error", (event) => this.fail(event.message || "the worker can't be loaded"));
    this.tasks = await (await fetch("tasks.json")).json();
    const asked = new URLSearchParams(location.search);
    const task = this.tasks.some(({ id }) => id === asked.get("task")) ? asked.get("task") : this.tasks[0].id;
    const seed = /^\d{1,9}$/.test(asked.get("seed") || "") ? Number(asked.get("seed")) : 0;
    return this.open(task, seed);
  },

  async open(task, seed) {
    const setup = await this.call({ path: "/api/open", body: { task, seed } });
    history.replaceState(null, "", `?${new URLSearchParams({ task, seed })}`);
    this.note(await this.call({ path: "/api/state", body: {} }));
    return setup;
  },

  async request(path, body) {
    const [place, query] = path.split("?");
    if (place === "/api/state") {
      const after = Number(new URLSearchParams(query).get("after"));
      if (this.latest.version <= after) await new Promise((done) => this.waiting.push(done));
      return this.latest;
    }
    const reply = await this.call({ path: place, body: body || {} });
    if (place.startsWith("/api/")) this.note(reply);
    return reply;
  },

  async read(name) {
    if (name.startsWith("pictures/")) return this.call({ picture: name.slice("pictures/".length) });
    const response = await fetch(`assets/${name}`);
    if (!response.ok) throw new Error(`${name}: ${response.status}`);
    return response.arrayBuffer();
  },

  note(state) {
    this.latest = state;
    for (const done of this.waiting.splice(0)) done();
  },

  call(message) {
    const number = this.calls.size ? Math.max(...this.calls.keys()) + 1 : 1;
    if (this.broken) return Promise.reject(new Error(this.broken));
    return new Promise((resolve, reject) => {
      this.calls.set(number, { resolve, reject });
      this.worker.postMessage({ ...message, number });
    });
  },

  hear({ number, reply, error, progress }) {
    if (progress) {
      document.getElementById("message").textContent = progress;
      return;
    }
    const { resolve, reject } = this.calls.get(number);
    this.calls.delete(number);
    if (error) reject(new Error(error));
    else resolve(reply);
  },

  fail(why) {
    this.broken = why;
    for (const { reject } of this.calls.values()) reject(new Error(why));
    this.calls.clear();
  },
};
