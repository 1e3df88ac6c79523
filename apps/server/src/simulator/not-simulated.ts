const signIn =
  'people are in the base already signed in: sign-in, sessions, second factors and keys of programs move no money'

/** Calls that the simulator does not make, by reason. Calls that move money and decisions of operators must not be listed here. */
const reasons: Readonly<Record<string, string>> = {
  [signIn]: `
    checkUserNameOrPhone register login forget logout sessions revokeSession revokeOtherSessions totpStart totpConfirm totpDisable recoveryCodes makeRecoveryCodes repassword
    passkeyStart passkeyFinish listPasskeys newPasskeyStart newPasskeyFinish renamePasskey removePasskey signInWays sendSmsCode loginBySms
    sendEmailCode saveEmail savePhone removePhone loginByGoogle registerByGoogle proveIdentity readUndoing undoChange termsInForce consents giveConsent
    listApiKeys makeApiKey revokeApiKey
    opsServiceTokens opsServiceTokenUse opsProposeServiceToken opsIssueServiceToken opsRotateServiceToken opsRevokeServiceToken
    opsLogin opsLogout opsMe opsPasskeyStart opsPasskeyFinish opsPasskeys opsNewPasskeyStart opsNewPasskeyFinish opsRemovePasskey
    opsChangePassword opsTotpStart opsTotpConfirm opsProposeReset opsResetAccess
    opsSignInWays opsSsoStart opsSsoFinish opsSsoCode opsSso opsSsoLinkStart opsSsoLinkFinish opsSsoUnlink`,
  'shuts a customer out at their own wish: without a session they make no call. Two customers of the base have asked for their erasure': `
    freeze unfreeze closing closeAccount keepAccount`,
  'pictures are drawn anew in a process of their own, which the seed has no hold of; records of drawn ones, without bytes, are in the base': `
    upload opsNftPicture opsSupportPicture supportPicture`,
  'only reads; what it shows is checked at its source': `
    statement statementTotals taxStatement equityHistory accountWorth worthHistory performance listMarketByType getMarketInfo getKValueByCodeAndDate getCandleOrigins getParamByKey listInstruments tariffs statistics quoteRanges execution executionFills
    vipTiers vipStanding getContractOrderById receiptAccount publicReceipt listAllOrders tradeStatistics listTags
    previewOptions getOptionsOrderById listSavings listLoanProducts loanLimit getLoan loanAgreement getDepositAddress listBankInfo
    listAddress serviceRecord getNftById charityLedger listMyNft nftCertificate limits understanding getIdentification invites
    inviteCommissions listSupport opsOperators opsAudit opsAuditCheck opsMarketEvents opsMarketHistory opsMarketList opsInstruments opsPreviewHours opsHours
    opsPaymentAddresses opsHoldings opsParameters opsParameterHistory opsTariffs opsCountries opsSavings opsCustomers opsFindCustomers opsCustomer opsCustomerTags opsTaxStatement
    opsCaseImage opsRelatedAccounts opsMoneyBefore opsCaseHits opsMonitoringRules opsMonitoringRuleVersions opsTestMonitoringRule opsReconciliation opsMoneyReport opsHouseResult opsLatePayments opsMoneyReportFile opsTrialBalance opsReserve opsExposure opsRiskDesk opsRiskHistory opsExposureLimits opsHedging opsHedgeOrders opsTreasury opsReversals opsStuckCases opsNftCreators opsNftWorks opsCharity
    opsSmart opsNameLists opsLoanOffer opsArticles opsArticleVersions opsPreviewArticle opsIncidents opsSupport opsSupportConversation opsTasks opsTaskPeople
    opsDashboard opsWorkMail newsAndCalendar opsFeeds opsWebhooks opsWebhookDeliveries`,
  'settings, tags, notices and contents that customers read: no money follows from them': `
    settings saveSettings listWatchlist watchlist listWatchlists saveWatchlist removeWatchlist listCharts saveChart tagOrder notifications readNotifications listAlert addAlert removeAlert noticeChoices
    saveNoticeChoices pushSubscription removePushSubscription opsSetWorkMail opsTagCustomer opsAddTask opsChangeTask opsFinishTask listContents getContentsById searchContents readSupport answerUnderstanding`,
  'adds a market to the world, whose prices the seed makes from a list of its own; the paths of money are those of every market': `
    opsProposeInstrument opsProposeOffer opsProposeHours`,
  'a venue is a server of others, which a seed has no hold of; hedging has a soak of its own': `
    opsStopHedging`,
  'reaches servers of others, which a seed has no hold of; no money follows from news, nor from what other systems are told': `
    opsTestFeed opsAddFeed opsChangeFeed opsRemoveFeed opsAddWebhook opsChangeWebhook opsPauseWebhook opsResumeWebhook opsRemoveWebhook
    opsRotateWebhookSecret opsTestWebhook opsResendWebhook opsReplayWebhook`,
}

/** Every such call with its reason. */
export const notSimulated: ReadonlyMap<string, string> = new Map(
  Object.entries(reasons).flatMap(([reason, names]) =>
    names
      .trim()
      .split(/\s+/)
      .map((name) => [name, reason] as const),
  ),
)
