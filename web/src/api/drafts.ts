const storagePrefix = 'borrador'

/** Draft of a form in this tab's session storage, so that typed text survives the end of the session. */
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

/** For dialogs, which are closed after a new login. */
export const noDraft = { read: () => null, keep: () => {}, drop: () => {} }

export function deleteAllDrafts() {
  for (const key of Object.keys(sessionStorage)) {
    if (key.startsWith(`${storagePrefix} `)) sessionStorage.removeItem(key)
  }
}
