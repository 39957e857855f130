/** Why a sheet is not read. */
export type RefusalKind =
  | 'notASheet'
  | 'oldOrProtected'
  | 'unreadable'
  | 'noSuchSheet'
  | 'noRows'
  | 'tooManyRows'

export class SheetRefusal extends Error {
  readonly kind: RefusalKind

  constructor(kind: RefusalKind) {
    super(kind)
    this.kind = kind
  }
}
