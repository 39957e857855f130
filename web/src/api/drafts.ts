const storagePrefix = 'borrador'

/** What was typed in a form, kept for this tab so that a session that ends does not take it along. */
export function openDraft<T>(username: string, path: string) {
  const key = `${storagePrefix} ${username} ${path}`
  return {
    read: (): T | null => {
      const stored = sessionStorage.getItem(key)
      // Only `keep` writes under this key.
      return stored === null ? null : (JSON.parse(stored) as T)
    },
    keep: (draft: T) => sessionStorage.setItem(key, JSON.stringify(draft)),
    drop: () => sessionStorage.removeItem(key),
  }
}

/** For what is typed over something else, which is not there again after a login. */
export const noDraft = { read: () => null, keep: () => {}, drop: () => {} }

export function deleteAllDrafts() {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(`${storagePrefix} `)) sessionStorage.removeItem(key)
  }
}
