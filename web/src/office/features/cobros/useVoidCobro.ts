import { formatFecha, formatQuetzales } from '@flota/contract/core/format.ts'
import type { Cobro } from '@flota/contract/money/cobros.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import { Ban } from 'lucide-react'
import { useState } from 'react'
import { useSave } from '../../../api/cache/queries.ts'
import { useIdempotencyKey } from '../../../api/useIdempotencyKey.ts'
import type { Action } from '../../../list/table/rowActions.ts'
import type { ReasonRequest } from '../../shared/reason/ReasonDialog.tsx'

/** Voids a payment after asking for a reason. */
export function useVoidCobro() {
  const anular = useSave('POST /api/cobros/:id/anular')
  const once = useIdempotencyKey()
  const [cobro, setCobro] = useState<Cobro | null>(null)
  const voidAction: Action<Cobro> = {
    label: 'Anular cobro',
    Icon: Ban,
    danger: true,
    when: ({ estado }) => estado === 'vigente',
    act: setCobro,
  }
  const reasonRequest: ReasonRequest | null = cobro && {
    title: 'Anular cobro',
    detail: `${cobro.cliente}, ${formatFecha(cobro.fecha)}: ${formatQuetzales(cobro.monto)}, retenido ${formatQuetzales(
      cobro.retenido,
    )}. El saldo vuelve a ${facturasText(cobro)}.`,
    submitLabel: 'Anular cobro',
    save: (motivo) => {
      const body = { motivo, version: cobro.version }
      return once({ id: cobro.id, ...body }, (idempotencyKey) =>
        anular({ params: { id: cobro.id }, body, idempotencyKey }),
      )
    },
    errorTitle: 'No se anuló el cobro',
    onClose: () => setCobro(null),
  }
  return { voidAction, reasonRequest, voidCobro: setCobro }
}

function facturasText({ aplicaciones }: Cobro) {
  const [only] = aplicaciones
  return aplicaciones.length === 1 && only
    ? `la factura ${facturaName(only)}`
    : `sus ${aplicaciones.length} facturas`
}
