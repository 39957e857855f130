import { importAccess } from '@flota/contract/imports/importarAccess.ts'
import { Link } from 'wouter'
import { usePermission } from '../../../api/session.ts'
import { buttonClass } from '../../../ui/Button.tsx'

interface Props {
  /** List name; renders nothing if it can't be imported. */
  tipo: string
}

/** Returns undefined if the list or the user can't import. */
export function useImportHref(tipo: string | undefined) {
  const may = usePermission()
  const access = tipo === undefined ? undefined : importAccess(tipo)
  return access && may(access) ? `/importar?tipo=${tipo}` : undefined
}

export function ImportLink({ tipo }: Props) {
  const href = useImportHref(tipo)
  if (!href) return null
  return (
    <Link href={href} className={buttonClass()}>
      Importar
    </Link>
  )
}

interface ImportOfferProps extends Props {
  /** Distinguishes several offers for screen readers. */
  name?: string
}

const feminineTipos = ['rutas', 'tarifas', 'facturas']

export function ImportOffer({ tipo, name }: ImportOfferProps) {
  const href = useImportHref(tipo)
  if (!href) return null
  const [question, offer] = feminineTipos.includes(tipo)
    ? ['¿Las tienes en Excel?', 'Impórtalas']
    : ['¿Los tienes en Excel?', 'Impórtalos']
  return (
    <p className="text-muted">
      {question}{' '}
      <Link href={href} className="inline-block py-1 font-semibold text-link underline max-md:py-2.5">
        {offer}
        {name && <span className="sr-only"> ({name})</span>}.
      </Link>
    </p>
  )
}
