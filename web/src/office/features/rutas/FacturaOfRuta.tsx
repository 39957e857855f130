import { calls } from '@flota/contract/core/calls.ts'
import { facturaName } from '@flota/contract/records/facturas.ts'
import { Link } from 'wouter'
import { useEndpoint } from '../../../api/cache/queries.ts'
import { usePermission } from '../../../api/session.ts'
import { withId } from '../../../shell/paths.ts'

interface Factura {
  id: number
  serie: string
  numero: string
}

/** Links the invoice of a trip. */
export function FacturaText({ factura }: { factura: Factura | null }) {
  if (!factura) return 'Sin facturar'
  return (
    <Link
      href={withId('/cobros/factura/:id', factura.id)}
      className="text-link hover:underline max-md:inline-block max-md:py-2"
    >
      Factura {facturaName(factura)}
    </Link>
  )
}

/** The invoice of a trip, for users who may read invoices. */
export const FacturaOfRuta = ({ ruta_id }: { ruta_id: number }) =>
  usePermission()(calls['GET /api/facturas']) && <LoadedFactura ruta_id={ruta_id} />

function LoadedFactura({ ruta_id }: { ruta_id: number }) {
  const { data } = useEndpoint('GET /api/facturas', { query: { ruta_id, estado: 'vigente' } })
  return <p className="min-h-6 font-semibold">{data && <FacturaText factura={data.data[0] ?? null} />}</p>
}
