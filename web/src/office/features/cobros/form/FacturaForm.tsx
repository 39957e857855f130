import '@flota/contract/core/zodConfig.ts'
import { facturas } from '@flota/contract/money/facturas.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import { useState } from 'react'
import { useLocation, useSearchParams } from 'wouter'
import { useToday } from '../../../../api/useToday.ts'
import type { Choice } from '../../../../form/FieldSpec.ts'
import { RecordForm } from '../../../../form/RecordForm.tsx'
import { recordSources } from '../../../../form/recordPicker/recordSources.ts'
import { lastListAddress } from '../../../../list/lastAddress.ts'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { cobrosReturnPages, facturaHref } from '../hrefs.ts'
import { describeFacturaError } from './describeFacturaError.tsx'
import { facturaFields, facturaLayout } from './facturaFields.tsx'
import { useFacturaHints } from './useFacturaHints.ts'

/** The form of a stored invoice, or of a new one (`?registro=nueva&cliente=7`). */
export function FacturaForm({ id }: { id: string | null }) {
  const leave = useClose()
  const [{ back }] = useState(() => ({ back: lastListAddress('/cobros') }))
  const onClose = () =>
    leave(/registro=|cobro=/.test(back) ? '/cobros?vista=facturas' : back, cobrosReturnPages)
  if (id !== null) return <FacturaRecordForm id={id} onClose={onClose} />
  return <NewFacturaForm onClose={onClose} />
}

/** Loads the client of the address before it shows the form. */
function NewFacturaForm({ onClose }: { onClose: () => Promise<void> }) {
  const [search] = useSearchParams()
  const cliente = search.get('cliente') ?? ''
  if (/^[1-9]\d*$/.test(cliente)) return <NewForClient id={cliente} onClose={onClose} />
  return <FacturaRecordForm id={null} onClose={onClose} />
}

function NewForClient({ id, onClose }: { id: string; onClose: () => Promise<void> }) {
  const text = recordSources.clientes.useName(id)
  if (!text) return null
  return <FacturaRecordForm id={null} cliente={{ id: Number(id), text }} onClose={onClose} />
}

interface Props {
  id: string | null
  cliente?: Choice
  onClose: () => Promise<void>
}

function FacturaRecordForm({ id, cliente, onClose }: Props) {
  const hoy = useToday()
  const [, navigate] = useLocation()
  if (!hoy) return null
  return (
    <RecordForm
      calls={facturas}
      id={id}
      fields={facturaFields}
      words={facturaWords}
      nameOf={facturaName}
      start={{ fecha: hoy, ...(cliente && { cliente_id: cliente }) }}
      draft={cliente ? `cliente ${cliente.id}` : 'nuevo'}
      initialFocus={id === null && !cliente ? 'cliente_id' : 'uuid'}
      layout={facturaLayout}
      useHints={useFacturaHints}
      refusal={describeFacturaError}
      nextAction={{ label: 'Ver factura', act: (_, saved) => navigate(facturaHref(saved.id)) }}
      onClose={onClose}
    />
  )
}

const facturaWords = {
  create: 'Factura',
  edit: 'Editar',
  singular: 'Factura',
  loadOne: 'Error al cargar los datos de la factura',
}
