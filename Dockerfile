# The first stage builds the executable; the second holds only it and the C library.
FROM oven/bun:1.4.5 AS build
WORKDIR /app
COPY package.json bun.lock bunfig.toml ./
COPY patches patches
RUN bun install --frozen-lockfile
COPY . .
RUN bun scripts/build.ts && mkdir -m 0700 /storage && mkdir -p /links/hooks /links/usr/local/bin \
  && for link in hooks/pre-backup hooks/post-restore usr/local/bin/sleep; do ln -s /usr/local/bin/bookclub /links/$link; done

FROM gcr.io/distroless/base-debian12:nonroot
COPY --from=build /app/dist/bookclub /usr/local/bin/bookclub
COPY --from=build /links /
COPY --from=build --chown=nonroot:nonroot /storage /storage
ENV HOST=0.0.0.0 STORAGE_DIR=/storage
VOLUME /storage
EXPOSE 3000
USER nonroot
HEALTHCHECK --interval=30s --timeout=6s --start-period=3600s CMD ["/usr/local/bin/bookclub", "healthcheck"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["/usr/local/bin/bookclub"]
