const storageKey = (path: string) => `lista ${path}`

/** Remembers a list's query string in this tab, so that links back to it keep page, search and order. */
export const storeListAddress = (path: string, search: string) =>
  sessionStorage.setItem(storageKey(path), search)

export const lastListAddress = (path: string) => path + (sessionStorage.getItem(storageKey(path)) ?? '')
