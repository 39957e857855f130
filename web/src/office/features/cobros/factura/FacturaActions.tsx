import type { Factura } from '@flota/contract/money/facturas.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { Link, useLocation } from 'wouter'
import { useSave } from '../../../../api/cache/queries.ts'
import { useIdempotencyKey } from '../../../../api/useIdempotencyKey.ts'
import { Button, buttonClass } from '../../../../ui/Button.tsx'
import { usePageShortcuts } from '../../../../ui/usePageShortcuts.ts'
import { LazyReasonDialog } from '../../../shared/reason/LazyReasonDialog.tsx'
import { editFacturaHref, newCobroHref } from '../hrefs.ts'

/** Keys: C records a payment, E edits. */
export function FacturaActions({ row, close }: { row: Factura; close: () => void }) {
  const { id, cliente_id, estado, saldo } = row
  const [, navigate] = useLocation()
  const { ask, reasonRequest } = useVoidFactura(row)
  const isValid = estado === 'vigente'
  const isOpen = saldo > 0
  usePageShortcuts({
    ...(isOpen && { c: () => navigate(newCobroHref(cliente_id, [id])) }),
    ...(isValid && { e: () => navigate(editFacturaHref(id)) }),
  })
  return (
    <div className="mt-4 grid gap-3">
      {isOpen && (
        <Link href={newCobroHref(cliente_id, [id])} className={buttonClass('primary')}>
          + Cobro
        </Link>
      )}
      {isValid && (
        <>
          <Link href={editFacturaHref(id)} className={buttonClass()}>
            Editar
          </Link>
          <Button onClick={ask}>
            <Ban aria-hidden="true" className="size-4.5" />
            Anular
          </Button>
        </>
      )}
      <Button onClick={close}>Cerrar</Button>
      <LazyReasonDialog request={reasonRequest} />
    </div>
  )
}

function useVoidFactura(row: Factura) {
  const { id, version, cliente, rutas } = row
  const anular = useSave('POST /api/facturas/:id/anular')
  const once = useIdempotencyKey()
  const [isAsking, setAsking] = useState(false)
  const trips = rutas.length > 0 ? ' Sus viajes vuelven a quedar por facturar.' : ''
  const reasonRequest = isAsking
    ? {
        title: `Anular la factura ${facturaName(row)}`,
        detail: `${cliente}.${trips}`,
        submitLabel: 'Anular',
        save: (motivo: string) =>
          once({ motivo, version }, (idempotencyKey) =>
            anular({ params: { id }, body: { motivo, version }, idempotencyKey }),
          ),
        errorTitle: 'No se anuló la factura',
        onClose: () => setAsking(false),
      }
    : null
  return { ask: () => setAsking(true), reasonRequest }
}
