import type { Movimiento } from '@flota/contract/movimientos.ts'
import { useMemo } from 'react'
import { asList, call } from '../../../../api/call.ts'
import type * as fotos from '../../../../archivos/PhotoPanel.tsx'
import { movimientoName } from '../../../shared/movimientos/movimientoTexts.ts'

interface Props {
  Component: typeof fotos.PhotoPanel
  row: Movimiento
}

export function MovimientoPhoto({ Component: Look, row }: Props) {
  const { id } = row
  const list = useMemo(
    () => async (signal: AbortSignal) =>
      asList(await call('GET /api/archivos', { query: { entidad: 'movimientos', entidad_id: id }, signal }))
        .data,
    [id],
  )
  return <Look recordId={id} name={movimientoName(row)} list={list} />
}
