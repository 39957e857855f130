const storageKey = (path: string) => `lista ${path}`

/** Stores a list's query string for this tab: links back to the list keep page, search and order. */
export const storeListAddress = (path: string, search: string) =>
  sessionStorage.setItem(storageKey(path), search)

export const lastListAddress = (path: string) => path + (sessionStorage.getItem(storageKey(path)) ?? '')
