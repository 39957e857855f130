import type { Screens } from '../core/catalogueScreens.ts'
import type { CatalogueField } from './catalogueFields.ts'

/** Moments are ISO 8601 in UTC. */
export interface RecordMeta {
  id: number
  version: number
  creado_en: string
  actualizado_en: string
}

export type FieldSet = Record<string, CatalogueField>
export type CatalogueValues<F extends FieldSet> = {
  [K in keyof F]: F[K] extends { required: true } ? string : string | null
}

export type IconName = 'building' | 'hand-helping' | 'id-card' | 'truck'

export interface MenuEntry {
  readonly icon: IconName
  readonly group?: 'Personal'
}

type DateOf<F extends FieldSet> = { [K in keyof F]: F[K]['type'] extends 'date' ? K : never }[keyof F]
/** A date or read-only value, '-' for descending. Texts are excluded, as they would need a collation. */
type OrderOf<F extends FieldSet, Read extends string> = `${'' | '-'}${(DateOf<F> & string) | NoInfer<Read>}`

/** A catalogue as data. Every option serves at least two catalogues. */
interface CatalogueData<Name extends string, F extends FieldSet, Read extends string, S extends Screens> {
  /** Table name and path (`/api/<name>`). */
  readonly name: Name
  /** Schema name in the OpenAPI document, ASCII. */
  readonly record: string
  readonly fields: F
  /** Labels of values that only the server writes. List and detail show them, the form does not. */
  readonly readOnly: Record<Read, string>
  readonly columns: readonly (keyof F | NoInfer<Read>)[]
  readonly searchBy: readonly (keyof F)[]
  /** Fields that form the record's name and the order 'nombre'. */
  readonly orderBy: readonly (keyof F)[]
  /** Labels of further orders of the list; '-' is descending. */
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
    /** Name prefix in a question: 'al piloto', 'el camión'. */
    readonly inQuestion: string
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

/** Completes a definition. The addresses stay literal types: the web's list of pages is derived from them. */
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
