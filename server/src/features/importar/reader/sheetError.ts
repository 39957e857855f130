/** Why a sheet is not read. */
export type SheetErrorKind =
  | 'notASheet'
  | 'oldOrProtected'
  | 'unreadable'
  | 'noSuchSheet'
  | 'noRows'
  | 'tooManyRows'

export class SheetError extends Error {
  readonly kind: SheetErrorKind

  constructor(kind: SheetErrorKind) {
    super(kind)
    this.kind = kind
  }
}
