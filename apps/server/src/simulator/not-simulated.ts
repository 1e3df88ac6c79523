/** Calls that nobody makes in the simulator, by why not. No call that moves money may stand here. */
const reasons: Readonly<Record<string, string>> = {
  'people are in the base already signed in: sign-in, sessions and second factors move no money': `
    checkUserNameOrPhone register login forget logout sessions revokeSession revokeOtherSessions totpStart totpConfirm totpDisable recoveryCodes makeRecoveryCodes repassword
    passkeyStart passkeyFinish listPasskeys newPasskeyStart newPasskeyFinish renamePasskey removePasskey signInWays sendSmsCode loginBySms
    sendEmailCode saveEmail savePhone removePhone loginByGoogle registerByGoogle proveIdentity readUndoing undoChange termsInForce consents giveConsent
    opsLogin opsLogout opsMe opsEndSessions opsPasskeyStart opsPasskeyFinish opsPasskeys opsNewPasskeyStart opsNewPasskeyFinish
    opsRemovePasskey opsInvitation opsJoin`,
  'only reads; what it shows is checked at its source': `
    statement statementTotals equityHistory listMarketByType getMarketInfo getKValueByCodeAndDate getParamByKey tariffs statistics quoteRanges
    minuteQuotes vipTiers vipStanding previewContract getContractOrderById receiptAccount publicReceipt listAllOrders tradeStatistics
    previewOptions getOptionsOrderById listSavings listLoanProducts loanLimit getLoan loanAgreement getDepositAddress listBankInfo
    listAddress serviceRecord getNftById charityLedger listMyNft nftCertificate opsOperators opsAudit opsAuditCheck opsMarketEvents
    opsPaymentAddresses opsHoldings opsParameters opsParameterHistory opsTariffs opsCountries opsSavings opsCustomers opsCustomer
    opsReconciliation opsMoneyReport opsReserve opsExposure opsTreasury opsReversals opsStuckCases opsNftCreators opsNftWorks opsCharity
    opsSmart opsLoanOffer`,
  'settings, notices and contents: no money follows from them': `
    settings saveSettings listWatchlist watchlist notifications readNotifications listAlert addAlert removeAlert noticeChoices
    saveNoticeChoices pushSubscription removePushSubscription listContents getContentsById searchContents opsArticles opsArticleVersions
    opsPreviewArticle opsAddArticle opsWriteArticle opsPlaceArticle opsIncidents opsOpenIncident opsUpdateIncident opsNote`,
  'conversations: no money follows from them': `
    listSupport sendSupport readSupport supportPicture opsSupport opsSupportConversation opsSupportClaim opsSupportRelease
    opsSupportAnswer opsSupportDone opsSupportPicture`,
  'not simulated yet; customers are verified, unlimited and have their addresses in the base': `
    freeze unfreeze limits saveLimits understanding answerUnderstanding closing closeAccount keepAccount upload getIdentification
    saveIdentification identification removeBankInfo listApiKeys makeApiKey revokeApiKey addAddress confirmAddress removeAddress
    invites inviteCommissions enterInviteCode opsRelease`,
  'not simulated yet; roles, payment addresses, holdings and works of art stay as the base has them': `
    opsProposeOperator opsMailInvitation opsProposeRole opsProposePaymentAddress opsProposeHolding opsAskHoldingControl
    opsShowHoldingControl opsProposeList opsNftAddCreator opsNftPicture opsNftAddWork opsNftVerify`,
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
