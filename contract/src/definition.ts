import type { CatalogueField } from './catalogueFields.ts'
import type { Screens } from './catalogueScreens.ts'

/** Moments are ISO 8601 in UTC. */
export interface RecordMeta {
  id: number
  version: number
  creado_en: string
  actualizado_en: string
}

export type FieldSet = Record<string, CatalogueField>
export type CatalogueValues<F extends FieldSet> = {
  [K in keyof F]: F[K]['kind'] extends 'date' ? string | null : string
}

export type IconName = 'building' | 'hand-helping' | 'id-card' | 'truck'

export interface MenuEntry {
  readonly icon: IconName
  readonly group?: 'Personal'
}

type DateOf<F extends FieldSet> = { [K in keyof F]: F[K]['kind'] extends 'date' ? K : never }[keyof F]
/** A date or a read-only value, as the `orden` of a list names it; a text would need its collation. */
type OrderOf<F extends FieldSet, Read extends string> = `${'' | '-'}${(DateOf<F> & string) | NoInfer<Read>}`

/** A catalogue as data: every option must serve two catalogues, and the only function turns a row into text. */
interface CatalogueData<Name extends string, F extends FieldSet, Read extends string, S extends Screens> {
  /** Table, path (`/api/<name>`) and folder of words. */
  readonly name: Name
  /** One record, as the API's document names it: ASCII. */
  readonly record: string
  readonly fields: F
  /** Values that only the server writes, by label: shown in list and detail, never in the form. */
  readonly readOnly: Record<Read, string>
  readonly columns: readonly (keyof F | NoInfer<Read>)[]
  readonly searchBy: readonly (keyof F)[]
  /** What a record is called, and what "by name" means: these fields in turn. */
  readonly orderBy: readonly (keyof F)[]
  /** Other columns to order by, in words; '-' before one means the most first. */
  readonly orders: Partial<Record<OrderOf<F, Read>, string>>
  readonly screens: S
  readonly menu: MenuEntry
  readonly words: {
    readonly title: string
    readonly singular: string
    readonly add: string
    readonly create: string
    readonly edit: string
    readonly searchHint: string
    readonly empty: string
    /** In a question, before the record's name: 'al piloto', 'el camión'. */
    readonly asked: string
    readonly notFound: string
    readonly created: string
    readonly updated: string
    readonly deleted: string
    readonly loadList: string
    readonly loadOne: string
    readonly createFailed: string
    readonly updateFailed: string
    readonly deleteFailed: string
  }
  confirmDelete(row: CatalogueValues<F>): string
}

export interface CatalogueDefinition<
  Name extends string,
  F extends FieldSet,
  Read extends string,
  S extends Screens = Screens,
> extends CatalogueData<Name, F, Read, S> {
  nameOf(row: CatalogueValues<F>): string
}

export type AnyCatalogue = CatalogueDefinition<string, FieldSet, string>

/** The addresses stay literal: from them comes the list of pages that the web must have screens for. */
export const defineCatalogue = <
  const Name extends string,
  F extends FieldSet,
  const S extends Screens,
  Read extends string = never,
>(
  definition: CatalogueData<Name, F, Read, S>,
): CatalogueDefinition<Name, F, Read, S> => ({
  ...definition,
  nameOf: (row) =>
    definition.orderBy
      .map((field) => row[field])
      .join(' ')
      .trim(),
})
