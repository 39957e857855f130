import '@flota/contract/core/zodConfig.ts'
import { type CobroValues, cobros } from '@flota/contract/money/cobros.ts'
import type { FacturaListada } from '@flota/contract/money/facturas.ts'
import { useState } from 'react'
import { useSearchParams } from 'wouter'
import { useSave } from '../../../../api/cache/queries.ts'
import { call, type Envelope } from '../../../../api/call.ts'
import { useAsyncData } from '../../../../api/useAsyncData.ts'
import { useToday } from '../../../../api/useToday.ts'
import { FormScreen } from '../../../../form/FormScreen.tsx'
import { RecordSkeleton } from '../../../../form/RecordLoader.tsx'
import { useForm } from '../../../../form/useForm.ts'
import { useFormSave } from '../../../../form/useFormSave.ts'
import { emptyValues } from '../../../../form/validate.ts'
import { lastListAddress } from '../../../../list/lastAddress.ts'
import { EmptyState } from '../../../../ui/EmptyState.tsx'
import { useClose } from '../../../../ui/navigationGuard.ts'
import { PageHeading } from '../../../../ui/PageHeading.tsx'
import { showResult } from '../../../../ui/ResultPopup.tsx'
import { cobrosReturnPages } from '../hrefs.ts'
import { cobroFields, initialLine } from './cobroFields.tsx'

const pageSize = 100

/** Reads the open invoices of a client until all wanted ones are found. */
async function readFacturas(cliente_id: number, ids: readonly number[], signal: AbortSignal) {
  const found: FacturaListada[] = []
  for (let pagina = 1; ; pagina += 1) {
    const query = { cliente_id, abiertas: 'si', orden: 'vence', pagina, porPagina: pageSize } as const
    const { data } = await call('GET /api/facturas', { query, signal })
    found.push(...data.filter(({ id }) => ids.includes(id)))
    if (found.length === ids.length || data.length < pageSize) return found
  }
}

/** The form of a payment of a client's open invoices (`?cobro=7&facturas=1-2`). */
export function CobroForm({ cliente_id }: { cliente_id: number }) {
  const [search] = useSearchParams()
  const ids = (search.get('facturas') ?? '').split('-').map(Number)
  const { data, error, refetch } = useAsyncData((signal) => readFacturas(cliente_id, ids, signal))
  const hoy = useToday()
  const leave = useClose()
  const close = () => leave(lastListAddress('/cobros'), cobrosReturnPages)
  if (!data || !hoy)
    return (
      <RecordSkeleton
        title="Cobro"
        loading="Cargando facturas…"
        errorTitle="Error al cargar las facturas"
        query={{ error, refetch }}
        onBack={() => void close()}
      />
    )
  const [first] = data
  if (!first)
    return (
      <>
        <PageHeading title="Cobro" />
        <div className="rounded-ui border border-line bg-card shadow-soft">
          <EmptyState text="Estas facturas ya no tienen saldo." />
        </div>
      </>
    )
  return <NewCobro facturas={data} cliente={first.cliente} hoy={hoy} onClose={close} />
}

interface Props {
  /** With a balance, all of one client. */
  facturas: readonly FacturaListada[]
  cliente: string
  hoy: string
  onClose: () => Promise<void>
}

function NewCobro({ facturas, cliente, hoy, onClose }: Props) {
  const create = useSave('POST /api/cobros')
  const [{ fields, stored }] = useState(() => {
    const own = cobroFields(facturas)
    const values = {
      ...emptyValues(own),
      cliente_id: String(facturas[0]?.cliente_id),
      fecha: hoy,
      aplicaciones: facturas.map(initialLine),
    }
    return { fields: own, stored: { values, version: undefined } }
  })
  const name = `/api/cobros ${facturas.map(({ id }) => id).join('-')}`
  const form = useForm<CobroValues>({ name, fields, schema: cobros.create.body, stored })
  const saving = useFormSave<CobroValues, Envelope<unknown>>({
    form,
    save: (body) => create({ body, idempotencyKey: form.keyOf(body) }),
    refusal: ({ message }) => ({ title: 'No se guardó el cobro', detail: message }),
    andThen: async ({ message }, { isMounted }) => {
      await showResult('success', message)
      if (isMounted) await onClose()
    },
  })
  return (
    <FormScreen
      title={`Cobro de ${cliente}`}
      form={form}
      saving={saving}
      initialFocus="forma"
      layout="gap-x-6 md:grid-cols-3"
      onClose={onClose}
    />
  )
}
