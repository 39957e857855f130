import { raw } from '../../platform/db/sql.ts'

/** Selects trips to invoice. PostgreSQL uses the partial index only for this exact text. */
export const isUninvoiced = raw(
  "estado = 'Entregado' and not facturada and precio > 0 and eliminado_en is null",
)
