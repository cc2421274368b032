# Two images: the command sitemap-audit, and with "--target scrapyd" a Scrapyd with the project
# deployed. docs/scrapyd.md says how to use them.
FROM python:3.13.15-slim-trixie@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b AS python

FROM python AS build
RUN pip install --no-cache-dir uv==0.13.9
ENV UV_COMPILE_BYTECODE=1 UV_FROZEN=1 UV_NO_CACHE=1 UV_NO_DEV=1 UV_PYTHON_DOWNLOADS=never
WORKDIR /build
COPY pyproject.toml uv.lock README.md LICENSE scrapy.cfg ./
# Without what a browser needs: the images have none.
RUN UV_PROJECT_ENVIRONMENT=/app uv sync --no-install-project --group scrapyd \
        --extra fast --extra google --extra mcp --extra notify --extra s3 \
        --no-install-package playwright --no-install-package scrapy-playwright \
    && find /app -type d -name tests -prune -exec rm -r {} +
RUN UV_PROJECT_ENVIRONMENT=/licences uv run --only-group licences pip-licenses \
        --python=/app/bin/python --from=mixed --with-system --with-urls --with-license-file \
        --no-license-path --with-notice-file --format=plain-vertical \
        --output-file=/app/THIRD-PARTY.txt
COPY sitemap_audit sitemap_audit
# The command is not in /app, where it would hide the eggs that are deployed to Scrapyd.
RUN uv pip install --python /app --no-deps --target /command . \
    && /app/bin/scrapyd-deploy --build-egg 1.egg

FROM python AS base
RUN useradd --create-home --uid 10001 audit \
    && install -d -o audit /srv/scrapyd /srv/scrapyd/eggs /srv/scrapyd/eggs/sitemap_audit /srv/audits
COPY --from=build /app /app
USER 10001
ENV PATH=/app/bin:$PATH SITEMAP_AUDIT_OUTPUT=/srv/audits
VOLUME /srv/audits

FROM base AS scrapyd
COPY --from=build --chown=10001 /build/1.egg /srv/scrapyd/eggs/sitemap_audit/
WORKDIR /srv/scrapyd
ENV SCRAPYD_BIND_ADDRESS=0.0.0.0
EXPOSE 6800
HEALTHCHECK CMD ["python", "-c", "import socket; socket.create_connection(('127.0.0.1', 6800), 5)"]
CMD ["scrapyd"]

FROM base AS command
COPY --from=build /command /command
ENV PATH=/command/bin:$PATH PYTHONPATH=/command
ENTRYPOINT ["sitemap-audit"]
CMD ["--help"]
