const key = (path: string) => `lista ${path}`

/** Remembers, in this tab, what the address of a list says after its path. */
export const keepAddress = (path: string, search: string) => sessionStorage.setItem(key(path), search)

/** The address of a list as it was last seen in this tab: page, search and order included. */
export const lastAddressOf = (path: string) => path + (sessionStorage.getItem(key(path)) ?? '')
