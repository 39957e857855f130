import { formatFecha } from '@flota/contract/core/format.ts'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'wouter'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import { buttonClass } from '../../../../ui/Button.tsx'
import { LoadError } from '../../../../ui/LoadError.tsx'
import { LoadingLines } from '../../../shared/LoadingLines.tsx'
import { clienteHref, newFacturaHref } from '../hrefs.ts'

// Lazy, because the form loads zod.
const InvoiceTripsForm = lazy(async () => ({
  default: (await import('../form/InvoiceTripsForm.tsx')).InvoiceTripsForm,
}))

interface Props {
  cliente: { id: number; text: string }
  close: () => void
}

const loadingTrips = (
  <LoadingLines label="Cargando viajes…" widths={['w-full', 'w-full', 'w-2/3']} className="gap-5 py-6" />
)

/** A client's trips to invoice: ticked ones and the authorization make an invoice. */
export function TripsCard({ cliente, close }: Props) {
  const [search] = useSearchParams()
  const hasta = search.get('hasta') ?? ''
  const answer = useEndpoint('GET /api/por-facturar/:id', {
    params: { id: cliente.id },
    query: { hasta: hasta || undefined },
  })
  // Each saved invoice empties the form.
  const [round, setRound] = useState(0)
  const viajes = answer.data?.data
  return (
    <section
      aria-labelledby="viajes"
      className="rounded-ui border border-line bg-card px-4 pt-4 shadow-soft md:px-6"
    >
      <div className="mb-3 flex min-h-10 flex-wrap items-center justify-between gap-3">
        <h2 id="viajes" className="text-lg font-bold">
          Viajes por facturar
        </h2>
        {hasta && (
          <p className="mr-auto text-muted">
            Hasta el {formatFecha(hasta)}.{' '}
            <Link
              href={clienteHref(cliente.id, { corte: search.get('corte') ?? '' })}
              replace
              className="text-link underline"
            >
              Ver todos
            </Link>
          </p>
        )}
        <Link href={`${newFacturaHref}&cliente=${cliente.id}`} className={buttonClass()}>
          Factura sin viajes
        </Link>
      </div>
      <LoadError title="Error al cargar los viajes por facturar" query={answer} />
      {!viajes && !answer.error && loadingTrips}
      {viajes?.length === 0 && (
        <p className="pb-6 text-center text-muted">Todos los viajes entregados están facturados.</p>
      )}
      {viajes && viajes.length > 0 && (
        <Suspense fallback={loadingTrips}>
          <InvoiceTripsForm
            key={round}
            cliente={cliente}
            onClose={close}
            onSaved={() => setRound(round + 1)}
          />
        </Suspense>
      )}
    </section>
  )
}
