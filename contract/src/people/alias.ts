import { z } from 'zod'
import { endpoint } from '../core/endpoint.ts'
import { named, pathId } from '../core/values.ts'
import type { CatalogueName } from '../records/catalogues.ts'

/** Another name of a record: a user chose the record for it in an import. */
export const alias = named('Alias', {
  id: z.int(),
  texto: z.string(),
  usuario: z.string(),
  creado_en: z.iso.datetime(),
})
export type Alias = z.output<typeof alias>

export const unknownAlias = 'Alias no encontrado'

/** Endpoints of a catalogue record's aliases. */
export const aliasEndpoints = (name: CatalogueName, recordLabel: string) => ({
  aliases: endpoint(`GET /api/${name}/:id/alias`, {
    summary: `Listar los otros nombres de ${recordLabel}`,
    params: z.object({ id: pathId() }),
    data: z.array(alias),
    wrapping: 'rows',
  }),
  removeAlias: endpoint(`DELETE /api/${name}/:id/alias/:alias_id`, {
    summary: `Eliminar otro nombre de ${recordLabel}`,
    params: z.object({ id: pathId(), alias_id: pathId() }),
    data: z.null(),
    message: 'Alias eliminado con éxito',
  }),
})
