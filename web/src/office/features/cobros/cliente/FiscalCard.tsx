import type { Fiscal } from '@flota/contract/money/fiscal.ts'
import { fiscalFields } from '@flota/contract/records/fiscal.ts'
import { Pencil } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { Button } from '../../../../ui/Button.tsx'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { LoadingLines } from '../../../shared/LoadingLines.tsx'
import { lazyDialog } from '../../../shared/lazyDialog.tsx'

// Lazy, because the form loads zod.
const FiscalForm = lazyDialog(async () => (await import('./form/FiscalForm.tsx')).FiscalForm)

/** Shows a client's tax data; they are edited in their place. */
export function FiscalCard({ cliente_id }: { cliente_id: number }) {
  const answer = useEndpoint('GET /api/clientes/:id/fiscal', { params: { id: cliente_id } })
  const [isEditing, setEditing] = useState(false)
  const fiscal = answer.data?.data
  return (
    <section
      aria-labelledby="fiscal"
      className="rounded-ui border border-line bg-card p-4 shadow-soft md:px-6"
    >
      <div className="mb-1 flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h2 id="fiscal" className="text-lg font-bold">
          Datos fiscales
        </h2>
        {fiscal && !isEditing && (
          <Button onClick={() => setEditing(true)}>
            <Pencil aria-hidden="true" className="size-4.5" />
            Editar
          </Button>
        )}
      </div>
      <LoadError title="Error al cargar los datos fiscales" query={answer} />
      {!fiscal && !answer.error && (
        <LoadingLines label="Cargando datos fiscales…" widths={['w-2/3', 'w-1/2']} />
      )}
      {fiscal && isEditing && <FiscalForm fiscal={fiscal} onClose={() => setEditing(false)} />}
      {fiscal && !isEditing && <FiscalValues fiscal={fiscal} />}
    </section>
  )
}

function FiscalValues({ fiscal }: { fiscal: Fiscal }) {
  const { nit, nombre_fiscal, direccion, correo, dias_credito, retiene_iva, retiene_isr } = fiscal
  if (fiscal.version === 0)
    return <p className="text-muted">Todavía no tiene datos fiscales: paga al contado y no retiene.</p>
  const retiene = [retiene_iva && 'IVA', retiene_isr && 'ISR'].filter(Boolean).join(' e ')
  const parts: [string, ReactNode][] = [
    [fiscalFields.nit.label, nit],
    [fiscalFields.nombre_fiscal.label, nombre_fiscal],
    [fiscalFields.direccion.label, direccion],
    [fiscalFields.correo.label, correo],
    [fiscalFields.dias_credito.label, dias_credito],
    ['Retiene', retiene || 'Nada'],
  ]
  return (
    <dl className="flex flex-wrap gap-x-8 gap-y-3">
      {parts.map(([label, value]) => (
        <div key={label} className="min-w-28 md:max-w-md">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="wrap-anywhere">{value ?? <span className="text-muted">N/A</span>}</dd>
        </div>
      ))}
    </dl>
  )
}
