import { useSyncExternalStore } from 'react'
import { followPreferences, type Preferences, preferencesNow } from './preferences.ts'

export const usePreferences = (): Preferences => useSyncExternalStore(followPreferences, preferencesNow)
