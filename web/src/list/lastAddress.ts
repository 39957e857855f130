const key = (path: string) => `lista ${path}`

/** Remembers a list's query string in this tab, so that links back to it keep page, search and order. */
export const keepAddress = (path: string, search: string) => sessionStorage.setItem(key(path), search)

export const lastAddressOf = (path: string) => path + (sessionStorage.getItem(key(path)) ?? '')
