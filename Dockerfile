# Scrapyd with the project deployed; docs/scrapyd.md says how to use it.
FROM python:3.11-slim AS build
RUN pip install --no-cache-dir uv
ENV UV_PYTHON_DOWNLOADS=never UV_PROJECT_ENVIRONMENT=/app
WORKDIR /build
COPY pyproject.toml uv.lock README.md LICENSE scrapy.cfg ./
# Without what a browser needs: the image has none.
RUN uv sync --frozen --no-cache --no-install-project --no-dev --group scrapyd \
        --extra fast --extra notify --extra s3 \
        --no-install-package playwright --no-install-package scrapy-playwright \
    && find /app -type d -name tests -prune -exec rm -r {} +
COPY sitemap_audit sitemap_audit
RUN /app/bin/scrapyd-deploy --build-egg 1.egg

FROM python:3.11-slim
RUN useradd --create-home --uid 10001 audit \
    && install -d -o audit /srv/scrapyd /srv/scrapyd/eggs /srv/scrapyd/eggs/sitemap_audit /srv/audits
COPY --from=build /app /app
COPY --from=build --chown=audit /build/1.egg /srv/scrapyd/eggs/sitemap_audit/
USER audit
WORKDIR /srv/scrapyd
ENV PATH=/app/bin:$PATH SCRAPYD_BIND_ADDRESS=0.0.0.0 SITEMAP_AUDIT_OUTPUT=/srv/audits
VOLUME /srv/audits
EXPOSE 6800
HEALTHCHECK CMD ["python", "-c", "import socket; socket.create_connection(('127.0.0.1', 6800), 5)"]
CMD ["scrapyd"]
