import { z } from 'zod'
import { queryText } from './values.ts'

// A list in the order 'actualizado': rows by their last change, with those in the bin (docs/contract/general.md).

export const changesOrder = 'actualizado'

/** Query of a list that has this order. The server parses the position, so that the browser loads no code for it. */
export const changesQuery = { actualizado_desde: queryText() }

/** Field of a row of such a list. Omitted in other orders, which have no row of the bin. */
export const changedRow = { eliminado_en: z.iso.datetime().nullable().optional() }
