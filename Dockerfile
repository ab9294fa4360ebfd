# Serves the simulated tasks by OpenEnv's protocol: docker build -t crab-gym . && docker run -p 127.0.0.1:8000:8000 crab-gym
FROM python:3.12-slim
COPY . /src
RUN pip install --no-cache-dir "/src[openenv]" && rm -rf /src && useradd --create-home crab
USER crab
EXPOSE 8000
HEALTHCHECK CMD ["python", "-c", "from urllib.request import urlopen; urlopen('http://127.0.0.1:8000/health')"]
# Whoever reaches the container's port may play: publish it on loopback only, or start it with --token-file.
CMD ["crab-gym", "openenv", "--host", "0.0.0.0", "--port", "8000", "--no-token"]
