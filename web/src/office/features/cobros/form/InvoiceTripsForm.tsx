import '@flota/contract/core/zodConfig.ts'
import { normalizeUuid, serieAndNumeroOf } from '@flota/contract/core/facturas.ts'
import { facturas } from '@flota/contract/money/facturas.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import { useLocation } from 'wouter'
import { useToday } from '../../../../api/useToday.ts'
import type { Choice, Form } from '../../../../form/FieldSpec.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { useDocumentEvent } from '../../../../ui/useDocumentEvent.ts'
import { facturaHref } from '../hrefs.ts'
import { describeFacturaError } from './describeFacturaError.tsx'
import { facturaFields, facturaLayout } from './facturaFields.tsx'
import { useFacturaHints } from './useFacturaHints.ts'

interface Props {
  cliente: Choice & { id: number }
  onClose: () => void
  onSaved: () => void
}

/** The page names the client. */
const fields = {
  ...facturaFields,
  cliente_id: { ...facturaFields.cliente_id, className: 'hidden', Input: () => null },
}

/** A new invoice of a client's trips, as a part of the client's page. */
export function InvoiceTripsForm({ cliente, onClose, onSaved }: Props) {
  const hoy = useToday()
  const [, navigate] = useLocation()
  if (!hoy) return null
  return (
    <RecordForm
      inline
      calls={facturas}
      id={null}
      fields={fields}
      words={{ create: 'Factura', edit: '', singular: 'Factura', loadOne: '' }}
      nameOf={facturaName}
      start={{ fecha: hoy, cliente_id: cliente }}
      draft={`cliente ${cliente.id}`}
      initialFocus={null}
      layout={facturaLayout}
      useHints={useHintsAndPaste}
      refusal={describeFacturaError}
      nextAction={{ label: 'Ver factura', act: (_, saved) => navigate(facturaHref(saved.id)) }}
      onSaved={onSaved}
      onClose={async () => onClose()}
    />
  )
}

/** Takes an authorization number that is pasted outside of a field. */
function useHintsAndPaste(form: Form) {
  useDocumentEvent('paste', (event) => {
    const { target, clipboardData } = event
    if (target instanceof Element && target.closest('input, textarea, dialog')) return
    const uuid = normalizeUuid(clipboardData?.getData('text') ?? '')
    if (!uuid) return
    event.preventDefault()
    form.set({ uuid, ...serieAndNumeroOf(uuid) })
    document.querySelector<HTMLElement>('main [name=uuid]')?.focus()
  })
  return useFacturaHints(form)
}
