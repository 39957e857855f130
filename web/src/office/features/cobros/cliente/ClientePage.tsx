import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { RecordSkeleton } from '../../../../form/RecordLoader.tsx'
import { lastListAddress } from '../../../../list/lastAddress.ts'
import { focusRow, rowIndexOf } from '../../../../list/rowFocus.ts'
import type { ScreenProps } from '../../../../shell/paths.ts'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../../ui/PageHeading.tsx'
import { useEscape } from '../../../../ui/useEscape.ts'
import { usePageShortcuts } from '../../../../ui/usePageShortcuts.ts'
import { cobrosReturnPages } from '../hrefs.ts'
import { FiscalCard } from './FiscalCard.tsx'
import { StatementCard } from './StatementCard.tsx'
import { TripsCard } from './TripsCard.tsx'

/** A client's tax data, statement and trips to invoice (`?corte=2026-11-20&hasta=2026-11-20`). */
export function ClientePage({ params: { id = '' } }: ScreenProps) {
  const cliente_id = Number(id)
  const [search] = useSearchParams()
  const corte = search.get('corte') ?? ''
  const statement = useEndpoint('GET /api/clientes/:id/estado-de-cuenta', {
    params: { id },
    query: { corte: corte || undefined },
  })
  // The name stays while another cut-off date loads.
  const [nombre, setNombre] = useState<string>()
  const loadedNombre = statement.data?.data.cliente.nombre
  if (loadedNombre !== undefined && loadedNombre !== nombre) setNombre(loadedNombre)
  const leave = useClose()
  const close = () => void leave(lastListAddress('/cobros'), cobrosReturnPages)
  useEscape(close)
  usePageShortcuts({
    arrowdown: (from) => focusRow(rowIndexOf(from) + 1),
    arrowup: (from) => focusRow(rowIndexOf(from) - 1),
    // For the list that has the row.
    'shift+arrowdown': () => false,
    'shift+arrowup': () => false,
  })
  if (nombre === undefined)
    return (
      <RecordSkeleton
        title="Cobros"
        loading="Cargando cliente…"
        errorTitle="Error al cargar el estado de cuenta"
        query={statement}
        onBack={close}
      />
    )
  return (
    <>
      <PageHeading title={nombre} />
      <div className="grid grid-cols-1 gap-5">
        <FiscalCard cliente_id={cliente_id} />
        <StatementCard cliente_id={cliente_id} corte={corte} answer={statement} />
        <TripsCard cliente={{ id: cliente_id, text: nombre }} close={close} />
      </div>
    </>
  )
}
