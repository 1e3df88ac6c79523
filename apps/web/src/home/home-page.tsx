import { useLayout } from '../shell/use-layout.ts'
import { HomeDesktop } from './home.desktop.tsx'
import { HomeMobile } from './home.mobile.tsx'

export default function HomePage() {
  return useLayout() === 'mobile' ? <HomeMobile /> : <HomeDesktop />
}
