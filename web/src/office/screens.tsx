import type { LoadScreen, OfficePage } from '../paths.ts'
import { cataloguePages } from './catalogue/screens.tsx'
import { AccesoDenegado } from './layout/AccesoDenegado.tsx'
import { AppLayout } from './layout/AppLayout.tsx'

/** What stands around each page, and in the place of one that is refused. */
export const layout = { AppLayout, AccesoDenegado }

const loadRutaForm = async () => (await import('./rutas/form/RutaForm.tsx')).RutaForm
const loadDetail = async () => (await import('./rutas/RutaDetail.tsx')).RutaDetail

/** The compiler demands a screen for each page of the contract that the phone does not have. */
export const screens: Record<OfficePage, LoadScreen> = {
  '/dashboard': async () => (await import('./dashboard/DashboardPage.tsx')).DashboardPage,
  '/admin-dashboard': async () => (await import('./dashboard/AdminPage.tsx')).AdminPage,
  '/rutas': async () => (await import('./rutas/RutasPage.tsx')).RutasPage,
  '/tablero': async () => (await import('./tablero/TableroPage.tsx')).TableroPage,
  '/ingresar-ruta': loadRutaForm,
  '/editar-ruta/:id': loadRutaForm,
  '/mostrar-ruta/:id': loadDetail,
  '/ver-ruta/:id': loadDetail,
  ...cataloguePages,
  '/mantenimientos': async () => (await import('./mantenimientos/MantenimientosPage.tsx')).MantenimientosPage,
  '/vencimientos': async () => (await import('./vencimientos/VencimientosPage.tsx')).VencimientosPage,
  '/ver-mantenimiento/:id': async () =>
    (await import('./mantenimientos/MantenimientoDetail.tsx')).MantenimientoDetail,
  '/tarifas': async () => (await import('./tarifas/TarifasPage.tsx')).TarifasPage,
  '/importar': async () => (await import('./importar/ImportarPage.tsx')).ImportarPage,
  '/reportes': async () => (await import('./reportes/ReportesPage.tsx')).ReportesPage,
  '/dinero': async () => (await import('./dinero/DineroPage.tsx')).DineroPage,
  '/dinero/piloto/:id': async () => (await import('./dinero/piloto/PilotoPage.tsx')).PilotoPage,
  '/dinero/liquidacion/:id': async () => (await import('./dinero/LiquidacionPage.tsx')).LiquidacionPage,
  '/usuarios': async () => (await import('./usuarios/UsuariosPage.tsx')).UsuariosPage,
  '/papelera': async () => (await import('./papelera/PapeleraPage.tsx')).PapeleraPage,
  '/bitacora': async () => (await import('./bitacora/BitacoraPage.tsx')).BitacoraPage,
  '/ajustes': async () => (await import('./ajustes/AjustesPage.tsx')).AjustesPage,
  '/mi-cuenta': async () => (await import('./cuenta/MiCuentaPage.tsx')).MiCuentaPage,
  '/segundo-factor': async () => (await import('./cuenta/SegundoFactorPage.tsx')).SegundoFactorPage,
  '/ayuda': async () => (await import('./ayuda/AyudaPage.tsx')).AyudaPage,
}
