// @ts-nocheck
/** The same as kernel-bytes.ts in JavaScript, made of assembly/kernel.ts: `npm run approve` writes it anew. */
function X0(){var G;function $(I,b,s){if(I=I>>>0,s=s>>>0,I+s>G.length)throw"trap: invalid memory.fill";G.fill(
b,I,I+s)}function l0(){throw new Error("abort")}function k0(I){var b=new ArrayBuffer(2097152),s=new Int8Array(
b),y0=new Int16Array(b),i=new Int32Array(b),u=new Uint8Array(b),m0=new Uint16Array(b),A0=new Uint32Array(b),M0=new Float32Array(
b),O=new Float64Array(b),c=Math.imul,G0=Math.fround,J0=Math.abs,E0=Math.clz32,K0=Math.min,N0=Math.max,J=Math.floor,
P0=Math.ceil,Q0=Math.trunc,R0=Math.sqrt,U=0,h=0,t0=0,S=0,d=0,k=0,L=0,y=0,p=0,K=0,N=0,Q=0,R=0,X=0,Y=0,H=0,j=0,Z=0,
V=0,g=0,F=0,A=0,W=0,T=0,m=0,_=0,o0=0,w=0,x=0,q=0,z=0,f0=0,u0=3072,v0=3088,b0=0,B=0,a0=0;function c0(a,r){var e=0,
n=0;e=1;a:for(;;){if(n=a+e|0,(n|0)<(h|0)?n=(i[(k+(n<<2|0)|0)>>2]|0)<=(r|0):n=0,n){e=e<<1|0;continue a}break a}
n=a+(e>>1|0)|0,a=a+e|0,e=h,e=(a|0)<(e|0)?a:e;a:for(;;){if((e-n|0|0)>1){a=(e+n|0)>>1|0,(i[(k+(a<<2|0)|0)>>2]|0)<=
(r|0)?n=a:e=a;continue a}break a}return n}function g0(a){a=a|0;var r=0,e=0,n=0,l=0,t=0,o=0;F=i[(k+(a<<2|0)|0)>>
2],A=i[(k+((a+1|0)<<2|0)|0)>>2]-F|0,$(g,0,A<<2|0);a:for(;;){if((n|0)<(A|0)){if(r=i[(y+((F+n|0)<<2|0)|0)>>2],r){
l=g+(n<<2|0)|0,t=l,o=i[l>>2],l=r>>8|0,e=r,r=u[((S+F|0)+n|0)>>0]&128|0,i[t>>2]=o+(r?c(l,b0):e)|0,e=n+1|0,r&&(e|
0)<(A|0)&&(r=g+(e<<2|0)|0,i[r>>2]=i[r>>2]+c(l,B)|0),r=0;r:for(;;){if((r|0)<4){e=(r+n|0)+1|0,(e|0)<(A|0)&&(e=g+
(e<<2|0)|0,i[e>>2]=i[e>>2]+c(l,i[((r<<2|0)+3072|0)>>2])|0),e=n-r|0,(e|0)>0&&(e=g+((e-1|0)<<2|0)|0,i[e>>2]=i[e>>
2]+c(l,i[((r<<2|0)+3088|0)>>2])|0),r=r+1|0;continue r}break r}}n=n+1|0;continue a}break a}r=c(a0,i[(p+(a<<2|0)|
0)>>2]>>8|0),a=0;a:for(;;){if((a|0)<(A|0)){o0?e=i[(y+((F+a|0)<<2|0)|0)>>2]:e=1,e?(n=g+(a<<2|0)|0,l=i[n>>2],l&&
(i[n>>2]=r+l|0)):i[(g+(a<<2|0)|0)>>2]=0,a=a+1|0;continue a}break a}}function h0(a,r,e,n,l,t){var o=0,f=0,v=0;o=
a<<2|0,f=o+p|0,v=+(e|0),i[f>>2]=i[f>>2]+c(r,~~J((q+1)*v*256/(v+q*(1-z+z*+(i[(L+o|0)>>2]|0)/f0))+.5))|0,r=K+o|0,
i[r>>2]=n+i[r>>2]|0,r=N+o|0,(l|0)>(i[r>>2]|0)&&(i[r>>2]=l),a=Q+a|0,s[a>>0]=u[a>>0]|(t&128|0)|0}function U0(){_=
256}function H0(a,r,e,n){a=+a,r=+r,e=+e,n=+n;var l=0,t=0;q=a,z=r,f0=n,a=64;a:for(;;){if((l|0)<128){t=(l|0)>64,
a=t?a*1.0905077326652577:a,r=q*(1-z+z*(t?J(a+.5):+(l|0))/e),O[((l<<3|0)+1024|0)>>3]=r,O[(((l|128|0)<<3|0)+1024|
0)>>3]=r,l=l+1|0;continue a}break a}}function F0(a,r){a=a|0,r=r|0;var e=0,n=0,l=0,t=0,o=0,f=0,v=0,M=0,E=0,P=0,
C=0,D=0,n0=0,i0=0,w0=0,s0=0;w0=w+a|0,n0=i[(k+4|0)>>2],a=w;a:for(;;){if(a>>>0<w0>>>0)r:{if(e=a,a=e+1|0,n=u[e>>0],
n>>>0>127){n=n&127|0,l=7,e=128;e:for(;;){if(e>>>0>127){e=a,a=e+1|0,e=u[e>>0],n=n|((e&127|0)<<l|0)|0,l=l+7|0;continue e}
break e}}if(t=t+(n>>>1|0)|0,l=(n|0)<2?o:0,o=l+1|0,!(n&1|0)){o=l+(u[a>>0]&7|0)|0;e:for(;;){if(e=a,a=e+1|0,u[e>>
0]>>>0>127)continue e;break e}}if(o=(o|0)>7?7:o,(t|0)>=(U|0))break r;if(t0&&u[(d+t|0)>>0])continue a;(t|0)>=(n0|
0)&&((f|0)>0&&h0(P,r,f,C,M,D),e=k,P=c0(P+1|0,t),n0=i[(e+((P+1|0)<<2|0)|0)>>2],D=0,M=0,C=0,f=0),n=u[(S+t|0)>>0],
v=i[(y+(t<<2|0)|0)>>2],s0=!v,o?(E=+(o|0),e=~~J((q+1)*E*256/(E+O[((n<<3|0)+1024|0)>>3])+.5)):e=0,l?(E=+(l|0),i0=
~~J((q+1)*E*256/(E+O[((n<<3|0)+1024|0)>>3])+.5)):i0=0,e=c(r,e-i0|0),s0&(e|0)>0|0&&(R=R+1|0),v=e+v|0,i[(y+(t<<2|
0)|0)>>2]=v,C=C+((e>>12|0)+1|0)|0,M=(M|0)<(v|0)?v:M,D=n|D|0,f=f+(o-l|0)|0;continue a}break a}(f|0)>0&&h0(P,r,f,
C,M,D)}function I0(a,r,e){a=a|0,r=r|0,e=e|0,b0=a,B=r,a0=e}function p0(){return i[(g+((m-1|0)<<2|0)|0)>>2]|0}function j0(a){
a=+a;var r=0,e=0,n=0,l=0,t=0,o=0,f=0;a:for(;;){f=a*256/_;r:for(;;){if((m|0)<(A|0)?(r=i[(g+(m<<2|0)|0)>>2],e=r?
+(r|0)<f:1):e=0,e){m=m+1|0;continue r}break r}if((m|0)>=(A|0)){r=0;r:{if((T|0)==(W|0)||(r=T,T=r+1|0,l=i[(Z+(r<<
2|0)|0)>>2],t=l<<2|0,r=(i[(t+j|0)>>2]>>>V|0)+1|0,n=r>>31|0,o=V+12|0,e=o&31|0,(o&63|0)>>>0>=32?(n=r<<e|0,e=0):(n=
((1<<e|0)-1|0)&(r>>>(32-e|0)|0)|0|(n<<e|0)|0,e=r<<e|0),r=0,a>+(e>>>0)+ +(n|0)*4294967296))break r;_=+(i[(H+t|0)>>
2]|0),m=0,g0(l),r=1}if(!r)return-1;continue a}break a}return r=m,m=r+1|0,F+r|0|0}function x0(a,r){a=a|0,r=+r;var e=0,
n=0;a:for(;;){if((e|0)<(h|0)){u[(Y+e|0)>>0]&a|0&&(n=H+(e<<2|0)|0,i[n>>2]=~~P0(+(i[n>>2]|0)*r)),e=e+1|0;continue a}
break a}}function q0(a){return a=a|0,i[(g+((a-F|0)<<2|0)|0)>>2]|0}function O0(a){return a=a|0,i[(p+(a<<2|0)|0)>>
2]|0}function S0(a){return a=a|0,i[(y+(a<<2|0)|0)>>2]|0}function d0(a,r){return a=a|0,r=r|0,u[(X+a|0)>>0]&r|0|
0}function L0(a,r){a=a|0,r=r|0;var e=0,n=0,l=0,t=0,o=0,f=0;f=w+a|0,a=w;a:for(;;){if(a>>>0<f>>>0)r:{n=u[a>>0]&127|
0,t=7;e:for(;;){if(e=a,a=e+1|0,u[e>>0]>>>0>127){n=n|((u[a>>0]&127|0)<<t|0)|0,t=t+7|0;continue e}break e}if(!(n&
1|0))e:for(;;){if(e=a,a=e+1|0,u[e>>0]>>>0>127)continue e;break e}if(l=l+(n>>>1|0)|0,(l|0)>=(U|0))break r;o=c0(
o,l),e=X+l|0,s[e>>0]=u[e>>0]|r|0,e=Y+o|0,s[e>>0]=u[e>>0]|r|0;continue a}break a}}function V0(a){a=a|0;var r=0;
a:for(;;){if((r|0)<(h|0)){i[(H+(r<<2|0)|0)>>2]=a,r=r+1|0;continue a}break a}}function W0(a,r,e){a=a|0,r=r|0,e=
e|0,U=a,h=r,t0=(e|0)!=0,R=0,S=7208,d=(U+7215|0)&-8|0,k=((d+U|0)+7|0)&-8|0,a=h<<2|0,L=((a+k|0)+11|0)&-8|0,y=((L+
a|0)+7|0)&-8|0,r=U<<2|0,p=((r+y|0)+7|0)&-8|0,K=((p+a|0)+7|0)&-8|0,N=((K+a|0)+7|0)&-8|0,Q=((N+a|0)+7|0)&-8|0,X=
((Q+h|0)+7|0)&-8|0,Y=((X+U|0)+7|0)&-8|0,j=((Y+h|0)+7|0)&-8|0,H=((j+a|0)+7|0)&-8|0,Z=((H+a|0)+7|0)&-8|0,g=((Z+a|
0)+7|0)&-8|0,w=((g+r|0)+7|0)&-8|0,a=((w+65535|0)>>>16|0)-r0()|0,(a|0)>0?a=(e0(a|0)|0)<0:a=0,a&&l0(),x>>>0>y>>>
0&&(a=x,r=H,$(y,0,(a>>>0<r>>>0?a:r)-y|0)),a=x,r=w,x=a>>>0>r>>>0?a:r}function z0(a){a=a|0;var r=0;r=(((w+a|0)+65535|
0)>>>16|0)-r0()|0,(r|0)>0?r=(e0(r|0)|0)<0:r=0,r&&l0(),(a|0)>0&&(r=x,a=w+a|0,x=a>>>0<r>>>0?r:a)}function C0(){return R|
0}function D0(a){a=a|0;var r=0,e=0,n=0,l=0,t=0,o=0,f=0,v=0,M=0,E=0,P=0;o0=(a|0)!=0,t=B+256|0,a=0;a:for(;;){if((a|
0)<4){n=a<<2|0,e=i[(n+3072|0)>>2],n=i[(n+3088|0)>>2],t=t+(e+n|0)|0,e=(e|0)>(n|0)?e:n,l=(e|0)<(l|0)?l:e,a=a+1|0;
continue a}break a}a=B+i[768]|0,M=(a|0)<(l|0)?l:a,a=0;a:for(;;){if((a|0)<(h|0)){e=a<<2|0,n=i[(e+N|0)>>2],n&&(o=
j+e|0,E=i[(H+e|0)>>2],P=c(a0,i[(p+e|0)>>2]>>12|0)>>8|0,f=(n>>12|0)+1|0,v=c(f,t),n=u[(Q+a|0)>>0]?M:l,e=c(n,i[(K+
e|0)>>2])+((n|0)<256?c(f,256-n|0):0)|0,i[o>>2]=(c(E,(P+(((e|0)>(v|0)?v:e)>>8|0)|0)+3|0)>>8|0)+1|0,e=i[o>>2],r=
(r|0)>(e|0)?r:e),a=a+1|0;continue a}break a}a=22-E0(r)|0,V=(a|0)>=0?a:0,$(3104,0,4100),r=0;a:for(;;){if((r|0)<
(h|0)){a=i[(j+(r<<2|0)|0)>>2],a&&(a=((a>>>V|0)<<2|0)+3104|0,i[a>>2]=i[a>>2]+1|0),r=r+1|0;continue a}break a}W=
0,r=1024;a:for(;;){if((r|0)>=0){a=(r<<2|0)+3104|0,l=i[a>>2],i[a>>2]=W,W=W+l|0,r=r-1|0;continue a}break a}r=0;a:
for(;;){if((r|0)<(h|0)){a=i[(j+(r<<2|0)|0)>>2],a&&(a=((a>>>V|0)<<2|0)+3104|0,i[(Z+(i[a>>2]<<2|0)|0)>>2]=r,i[a>>
2]=i[a>>2]+1|0),r=r+1|0;continue a}break a}T=0,m=0,A=0}G=u,U0();function r0(){return b.byteLength>>16}function e0(a){
a=a|0;var r=r0()|0,e=r+a|0;if(r<e&&e<65536){var n=new ArrayBuffer(e<<16),l=new Int8Array(n);l.set(s),s=new Int8Array(
n),y0=new Int16Array(n),i=new Int32Array(n),u=new Uint8Array(n),m0=new Uint16Array(n),A0=new Uint32Array(n),M0=
new Float32Array(n),O=new Float64Array(n),b=n,G=u}return r}return{lengths:{get value(){return S},set value(a){
S=a}},gone:{get value(){return d},set value(a){d=a}},firsts:{get value(){return k},set value(a){k=a}},words:{get value(){
return L},set value(a){L=a}},postings:{get value(){return w},set value(a){w=a}},before:{get value(){return u0},
set value(a){u0=a}},after:{get value(){return v0},set value(a){v0=a}},lay:W0,hold:z0,weigh:H0,surround:I0,walk:F0,
mark:L0,level:V0,raise:x0,arrange:D0,seek:j0,sum:p0,gather:g0,found:C0,ofEntry:S0,ofSection:O0,ofWhole:q0,marked:d0,
memory:Object.create(Object.prototype,{grow:{value:e0},buffer:{get:function(){return b}}})}}return k0({})}export{X0 as kernelScript};
