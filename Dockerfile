# The service, for several hosts or one: docs/how-to/outgrow.md. Its root may be read-only; it
# writes to /data alone.
FROM python:3.11-slim-bookworm AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
WORKDIR /source
COPY pyproject.toml README.md LICENSE ./
COPY share share
COPY themes themes
COPY src src
# What runs needs no pip. What is installed is the source that was copied.
# hadolint ignore=DL3013
RUN python -m venv --without-pip /opt/shortlist \
    && pip --python /opt/shortlist/bin/python install '.[local,postgres,cluster,metrics]'

FROM python:3.11-slim-bookworm
LABEL org.opencontainers.image.title="Shortlist" \
      org.opencontainers.image.licenses="MIT AND Apache-2.0 AND CC-BY-4.0 AND Unicode-3.0"
COPY --from=build /opt/shortlist /opt/shortlist
RUN groupadd --gid 10001 shortlist \
    && useradd --uid 10001 --gid 10001 --no-create-home --home-dir /data shortlist \
    && install --directory --owner 10001 --group 10001 --mode 0700 /data
ENV PATH=/opt/shortlist/bin:$PATH PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
USER 10001:10001
VOLUME /data
EXPOSE 8710
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8710/healthz', timeout=4)"]
ENTRYPOINT ["shortlist"]
CMD ["serve", "--host", "0.0.0.0", "--port", "8710", "--data-dir", "/data"]
