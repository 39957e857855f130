import type { ImportTipo } from '@flota/contract/imports/importarCampos.ts'
import { catalogues } from '@flota/contract/records/catalogues.ts'
import { BadgeDollarSign, FileText, type LucideIcon, MapPinned, ReceiptText } from 'lucide-react'
import { catalogueIcons } from '../../frame/icons.ts'

interface ImportList {
  title: string
  Icon: LucideIcon
  href: string
}

const catalogueList = (name: keyof typeof catalogues): ImportList => {
  const { words, menu, screens } = catalogues[name]
  return { title: words.title, Icon: catalogueIcons[menu.icon], href: screens.list }
}

export const importLists: Record<ImportTipo, ImportList> = {
  choferes: catalogueList('choferes'),
  ayudantes: catalogueList('ayudantes'),
  camiones: catalogueList('camiones'),
  clientes: catalogueList('clientes'),
  tarifas: { title: 'Tarifas', Icon: BadgeDollarSign, href: '/tarifas' },
  documentos: { title: 'Documentos', Icon: FileText, href: '/vencimientos?plazo=todos' },
  rutas: { title: 'Rutas', Icon: MapPinned, href: '/rutas' },
  facturas: { title: 'Facturas', Icon: ReceiptText, href: '/cobros?vista=facturas' },
}
