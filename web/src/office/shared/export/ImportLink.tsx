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

export function ImportOffer({ tipo, name }: ImportOfferProps) {
  const href = useImportHref(tipo)
  if (!href) return null
  return (
    <p className="text-muted">
      ¿Los tienes en Excel?{' '}
      <Link href={href} className="inline-block py-1 font-semibold text-link underline max-md:py-2.5">
        Impórtalos{name && <span className="sr-only"> ({name})</span>}.
      </Link>
    </p>
  )
}
