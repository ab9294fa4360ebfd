"""The server that plays episodes for NeMo-Gym's agents (extra ``nemo-gym``)."""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from crab_gym.integrations.episodes import OVER, ToolEpisode, needed
from crab_gym.integrations.finetune.rewards import Outcome

try:
    from fastapi import FastAPI, HTTPException, Request
    from fastapi.responses import PlainTextResponse
    from nemo_gym.base_resources_server import (
        BaseResourcesServerConfig,
        BaseSeedSessionRequest,
        BaseSeedSessionResponse,
        BaseVerifyRequest,
        BaseVerifyResponse,
        SimpleResourcesServer,
    )
    from nemo_gym.server_utils import SESSION_ID_KEY
    from pydantic import PrivateAttr
    from starlette.concurrency import run_in_threadpool
except ImportError as error:
    raise needed("nemo-gym", "nemo-gym", error) from error

__all__ = ["CrabResourcesServer", "CrabServerConfig", "Reset", "Verdict"]


class CrabServerConfig(BaseResourcesServerConfig):  # type: ignore[misc]  # nemo-gym has no types here
    """The server's part of the configuration."""

    env: dict[str, Any] = {}
    """Arguments of `CrabEnv`, such as ``max_steps``."""
    sessions: int = 1024
    """How many episodes are kept: those of rollouts that were given up are never verified. The oldest makes way."""


class Reset(BaseSeedSessionRequest):  # type: ignore[misc]
    """What a row says about its episode."""

    task: str
    seed: int


class Verdict(BaseVerifyResponse):  # type: ignore[misc]
    """The reward, which is the return of the episode, and its metrics."""

    success: float
    completion: float
    steps: int
    task: str
    seed: int


@dataclass(slots=True)
class _Session:
    """An episode; None once it is verified, which leaves the outcome."""

    episode: ToolEpisode | None
    outcome: Outcome


class CrabResourcesServer(SimpleResourcesServer):  # type: ignore[misc]
    """Tasks as resources of NeMo-Gym: an episode for each rollout, by its row's task and seed; a path for each tool.

    NeMo-Gym's agents post a model's call to the path of its name, whatever it is. So a model could reach the paths of
    the server itself: an episode can't be started anew, and once it is verified, its outcome stays.
    """

    config: CrabServerConfig
    _sessions: OrderedDict[str, _Session] = PrivateAttr(default_factory=OrderedDict)

    def setup_webserver(self) -> FastAPI:
        """Returns the app; all of its other paths are tools, which depend on the task."""
        app = super().setup_webserver()
        app.post("/{tool:path}")(self.call)
        return app

    async def seed_session(self, request: Request, body: Reset) -> BaseSeedSessionResponse:
        """Starts the episode of a row; an error, if the session has one."""
        key = request.session[SESSION_ID_KEY]
        if key in self._sessions:
            raise HTTPException(409, "this session has its episode already")
        try:
            episode = await run_in_threadpool(self._start, body)
        except ValueError as error:
            raise HTTPException(422, str(error)) from error
        self._sessions[key] = _Session(episode, episode.outcome)
        if len(self._sessions) > self.config.sessions:
            verified = (key for key, each in self._sessions.items() if each.episode is None)
            self._end(self._sessions.pop(next(verified, next(iter(self._sessions)))))
        return BaseSeedSessionResponse()

    def _start(self, row: Reset) -> ToolEpisode:
        episode = ToolEpisode(row.task, "elements", env=self.config.env)
        episode.reset(row.seed)
        return episode

    async def call(self, tool: str, request: Request) -> PlainTextResponse:
        """Carries out a call and returns what the devices show then. A wrong one takes a step and is refused."""
        episode = self._session(request).episode
        if episode is None:
            return PlainTextResponse(OVER)
        try:
            arguments = await request.json()
        except ValueError as error:
            raise HTTPException(400, f"the body is no JSON: {error}") from error
        turn = await run_in_threadpool(episode.call, tool, arguments)
        return PlainTextResponse(turn.text)

    async def verify(self, request: Request, body: BaseVerifyRequest) -> Verdict:
        """Ends the episode and returns its reward; an error if a device broke, since the reward then means nothing."""
        session = self._session(request)
        self._end(session)
        outcome = session.outcome
        if outcome.error:
            raise HTTPException(500, f"a device broke: {outcome.error}")
        return Verdict(
            **body.model_dump(),
            reward=outcome.reward,
            success=float(outcome.success),
            completion=outcome.completion,
            steps=outcome.steps,
            task=outcome.task,
            seed=outcome.seed,
        )

    def _session(self, request: Request) -> _Session:
        session = self._sessions.get(request.session[SESSION_ID_KEY])
        if session is None:
            raise HTTPException(409, "this session has no episode; POST /seed_session starts one")
        return session

    def _end(self, session: _Session) -> None:
        if session.episode is not None:
            session.episode.close()
            session.episode = None
