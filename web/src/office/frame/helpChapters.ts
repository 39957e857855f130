import type { OfficePage } from '../../shell/paths.ts'
import { matchPage } from '../../shell/paths.ts'

/** Anchor of the manual's chapter about each page; `page?vista=` is a tab with a chapter of its own. */
export const helpChapters = {
  '/dashboard': 'cómo-va-el-día',
  '/admin-dashboard': 'cómo-va-el-día',
  '/rutas': 'encontrar-y-corregir-rutas',
  '/tablero': 'el-tablero-del-día',
  '/ingresar-ruta': 'ingresar-una-ruta',
  '/editar-ruta/:id': 'encontrar-y-corregir-rutas',
  '/mostrar-ruta/:id': 'lo-que-pasó-en-el-viaje',
  '/ver-ruta/:id': 'lo-que-pasó-en-el-viaje',
  '/choferes': 'el-primer-viaje-de-una-empresa-nueva',
  '/ayudantes': 'el-primer-viaje-de-una-empresa-nueva',
  '/clientes': 'el-primer-viaje-de-una-empresa-nueva',
  '/camiones': 'el-primer-viaje-de-una-empresa-nueva',
  '/mantenimientos': 'mantenimientos',
  '/ver-mantenimiento/:id': 'mantenimientos',
  '/planes': 'planes',
  '/combustible': 'combustible',
  '/tarifas': 'tarifas',
  '/vencimientos': 'ver-qué-vence',
  '/importar': 'traer-mis-listas-de-excel',
  '/reportes': 'reportes-y-archivos',
  '/reportes?vista=demoras': 'las-demoras',
  '/dinero': 'dar-un-anticipo',
  '/dinero?vista=liquidaciones': 'liquidar-a-un-piloto',
  '/dinero?vista=margen': 'qué-ruta-deja-dinero',
  '/dinero/piloto/:id': 'liquidar-a-un-piloto',
  '/dinero/liquidacion/:id': 'liquidar-a-un-piloto',
  '/cobros': 'cobros',
  '/cobros/cliente/:id': 'cobros',
  '/cobros/factura/:id': 'cobros',
  '/usuarios': 'usuarios-y-permisos',
  '/papelera': 'papelera',
  '/bitacora': 'quién-cambió-un-precio',
  '/ajustes': 'ajustes',
  '/mi-cuenta': 'entrar-con-un-código-del-teléfono',
  '/segundo-factor': 'entrar-con-un-código-del-teléfono',
} satisfies Partial<Record<OfficePage | `${OfficePage}?vista=${string}`, string>>

/** Returns the address of the manual's chapter about a page; the manual's first page without one. */
export function helpHref(path: string, search: string): string {
  const page = matchPage(path)?.page
  const vista = new URLSearchParams(search).get('vista')
  const chapters: Partial<Record<string, string>> = helpChapters
  const chapter = page && (chapters[`${page}?vista=${vista}`] ?? chapters[page] ?? chapterOfCatalogue(page))
  return chapter === undefined ? '/ayuda' : `/ayuda#${chapter}`
}

/** Forms and records of catalogues have photos, papers and rules of delivery. */
const chapterOfCatalogue = (page: string) =>
  /^\/(mostrar|ver)-/.test(page) ? 'fotos-y-papeles-de-un-registro' : undefined
