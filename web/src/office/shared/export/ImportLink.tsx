import { importAccess } from '@flota/contract/importarAccess.ts'
import { Link } from 'wouter'
import { usePermission } from '../../../api/session.ts'
import { buttonClass } from '../../../ui/Button.tsx'

interface Props {
  /** A list's name; of one that no sheet brings in nothing is drawn. */
  tipo: string
}

/** Where it is brought in; undefined where nobody, or not this user, may. */
function useImportHref(tipo: string) {
  const may = usePermission()
  const access = importAccess(tipo)
  return access && may(access) ? `/importar?tipo=${tipo}` : undefined
}

/** The way to bring a list in from a sheet, for who may. */
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
  /** What, where several are offered side by side. */
  name?: string
}

/** What an empty list offers to who has it in a sheet already. */
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
