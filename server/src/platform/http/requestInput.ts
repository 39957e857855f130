/** A part of a path is never empty: `/api/rutas/` is no route of ours. */
const pattern = (path: string) => path.replace(/:(\w+)/g, ':$1(^.+$)')

/** Calls below /usuarios and /piloto have a second address with /api (docs/contract/general.md). */
export const routePaths = (path: string) =>
  (/^\/api\/(usuarios|piloto)(\/|$)/.test(path) ? [path, path.slice('/api'.length)] : [path]).map(pattern)

/** An empty query value is as if it were not there. */
export const withoutEmptyValues = (query: unknown) =>
  Object.fromEntries(Object.entries(query ?? {}).filter(([, value]) => value !== ''))

export const pickFields = (input: object, isSeen: (field: string) => boolean) =>
  Object.fromEntries(Object.entries(input).filter(([field]) => isSeen(field)))
