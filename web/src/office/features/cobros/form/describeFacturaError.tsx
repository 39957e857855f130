import { facturaName } from '@flota/contract/records/facturas.ts'
import { Link } from 'wouter'
import type { ApiError } from '../../../../api/ApiError.ts'
import { useEndpoint } from '../../../../api/cache/queries.ts'
import type { SaveError } from '../../../../form/useFormSave.ts'
import { buttonClass } from '../../../../ui/Button.tsx'
import { facturaHref } from '../hrefs.ts'

/** Links the invoice that a conflict names. */
export function describeFacturaError({ status, message }: ApiError): SaveError {
  const [, name] = /la factura (\S+?)(?: ya está registrada)?\.$/i.exec(message) ?? []
  if (status !== 409) return { title: 'Error al guardar la factura', detail: message }
  return { title: message, ...(name && { action: <FacturaLink name={name} /> }) }
}

function FacturaLink({ name }: { name: string }) {
  const { data } = useEndpoint('GET /api/facturas', { query: { buscar: name, estado: 'vigente' } })
  const found = data?.data.find((factura) => facturaName(factura) === name)
  if (!found) return null
  return (
    <Link href={facturaHref(found.id)} className={buttonClass()}>
      Ver la factura {name}
    </Link>
  )
}
