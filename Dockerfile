FROM python:3.11-slim AS build
WORKDIR /src
COPY pyproject.toml constraints.txt README.md LICENSE ./
COPY proto proto
COPY referee referee
COPY tournament tournament
COPY clients/python clients/python
RUN python -m venv /opt/paiju \
 && /opt/paiju/bin/pip install --no-cache-dir --constraint constraints.txt .

FROM python:3.11-slim
RUN useradd --system --create-home --uid 10001 referee
COPY --from=build /opt/paiju /opt/paiju
ENV PATH=/opt/paiju/bin:$PATH PYTHONUNBUFFERED=1
USER 10001
WORKDIR /home/referee
EXPOSE 50051
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s CMD ["referee", "health", "127.0.0.1:50051"]
ENTRYPOINT ["referee", "serve"]
# Players connect to 50051; the organiser's port is a socket in the home folder, to be mounted where it is wanted.
CMD ["--address", "0.0.0.0:50051", "--admin", "unix:/home/referee/admin.sock"]
