import { getSession } from '../../api/session.ts'

/** Forms whose input is a draft until it is sent or cancelled. */
export const draftForms = ['Estado', 'Entrega', 'Incidente', 'Gasto'] as const
export type DraftForm = (typeof draftForms)[number]

/** 'Gasto' has trip 0: a user has one draft of it. */
export type DraftKey = ['borrador', usuario: number, form: DraftForm, ruta: number]
/** Key of a draft's photo. */
type DraftPhotoKey = [...DraftKey, foto: number]
export type StoredDraftKey = DraftKey | DraftPhotoKey

export const draftKey = (form: DraftForm, rutaId: number): DraftKey => [
  'borrador',
  getSession()?.user.id ?? 0,
  form,
  form === 'Gasto' ? 0 : rutaId,
]

export const photoKey = (key: DraftKey, id: number): DraftPhotoKey => [...key, id]

export const isPhotoKey = (key: StoredDraftKey) => key.length === 5

/** Returns the range of the keys that begin with these parts. */
export const draftRange = (...start: readonly (string | number)[]) => IDBKeyRange.bound(start, [...start, []])

/** Counts the photos in a user's drafts, without those of the draft `except`. */
export const countPhotos = (keys: readonly StoredDraftKey[], except?: DraftKey) =>
  keys.filter((key) => isPhotoKey(key) && !(except && key[2] === except[2] && key[3] === except[3])).length
