import { Writable } from 'node:stream'

type LogLine = Record<string, unknown>

/** Collects the output of pino. */
export function captureLog() {
  let written = ''
  const stream = new Writable({
    write: (chunk, _encoding, done) => {
      written += String(chunk)
      done()
    },
  })
  return {
    stream,
    text: () => written,
    all: () =>
      written
        .split('\n')
        .filter(Boolean)
        // Each line is a JSON object.
        .map((line) => JSON.parse(line) as LogLine),
  }
}
