import { readStore } from './database.ts'
import { draftRange, type StoredDraftKey } from './draftKeys.ts'

/** Returns the keys of a user's drafts and of their photos. */
export const readDraftKeys = (usuario: number) =>
  readStore<StoredDraftKey[]>(({ bytes }) => bytes.getAllKeys(draftRange('borrador', usuario)), [])
